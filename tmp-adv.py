import json, numpy as np
from scipy import ndimage as nd
L=json.load(open('/tmp/adv/list.json'))
PX=25.4/300
def ridge_widths(ink):
    # widths along a medial axis: EDT local maxima on a 4x enlarged picture, weighted by length
    big=nd.zoom(ink.astype(float),3,order=1)>0.5
    d=nd.distance_transform_edt(big)
    # thin by Zhang-Suen-like: use local maxima across gradient: pixel whose EDT >= all but along-ridge neighbours
    mx=nd.maximum_filter(d,size=3)
    # skeleton via removing: Guo-Hall thinning
    sk=thin(big)
    w=2*d[sk]/3-1/3
    return w*1.0, sk, d
def thin(img):
    img=img.copy().astype(np.uint8)
    def nb(a): 
        p=np.pad(a,1)
        return [p[:-2,1:-1],p[:-2,2:],p[1:-1,2:],p[2:,2:],p[2:,1:-1],p[2:,:-2],p[1:-1,:-2],p[:-2,:-2]]
    while True:
        ch=0
        for step in (0,1):
            P2,P3,P4,P5,P6,P7,P8,P9=nb(img)
            seq=[P2,P3,P4,P5,P6,P7,P8,P9,P2]
            A=sum(((seq[i]==0)&(seq[i+1]==1)).astype(int) for i in range(8))
            B=P2+P3+P4+P5+P6+P7+P8+P9
            if step==0: m=(P2*P4*P6==0)&(P4*P6*P8==0)
            else: m=(P2*P4*P8==0)&(P2*P6*P8==0)
            rem=(img==1)&(B>=2)&(B<=6)&(A==1)&m
            n=rem.sum(); ch+=n; img[rem]=0
        if ch==0: return img.astype(bool)
for i,o in enumerate(L):
    g=np.fromfile(f'/tmp/adv/{i}.raw',np.uint8).reshape(o['height'],o['width'])
    ink=g<128
    big=nd.zoom(255-g.astype(float),3,order=1)>127.5
    d=nd.distance_transform_edt(big)
    sk=thin(big)
    # drop ends: a skeleton spur at an end has smaller edt; prune by removing pixels whose distance to border end < own width (ends)
    k=nd.convolve(sk.astype(int),np.ones((3,3),int))-1
    ends=sk&(k==1)
    # prune branches shorter than local width: iterative end removal n = local max width/2
    pr=sk.copy()
    # remove skeleton pixels within edt of an end point
    ey,ex=np.nonzero(ends)
    for y,x in zip(ey,ex):
        r=int(d[y,x])+1
        y0,y1,x0,x1=max(0,y-r),y+r+1,max(0,x-r),x+r+1
        pr[y0:y1,x0:x1]=False
    w=(2*d[pr])/3*PX*1.0 - PX/3
    w.sort()
    q=np.quantile(w,0.05)
    size=10*(0.3+0.012)/q
    lab,n=nd.label(~big)
    border=set(np.unique(np.concatenate([lab[0],lab[-1],lab[:,0],lab[:,-1]])))
    dp=nd.distance_transform_edt(~big)
    holes=[2*dp[lab==j].max()/3*PX for j in range(1,n+1) if j not in border]
    loop=10*(0.512)/min(holes) if holes else 0
    labi,m=nd.label(big); hs=[s[0].stop-s[0].start for s in nd.find_objects(labi)]
    print(f"{o['face']:9} {o['phrase']:18} lines5%={q:.3f} -> {size:.2f} cm; loop min={min(holes) if holes else 0:.2f} -> {loop:.2f}; page: {o['advice'][20:70]}")
